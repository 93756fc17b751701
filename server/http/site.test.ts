import { expect, test } from 'vitest';
import { createSite } from './site.ts';

test('a page is asked only for addresses that can be read', async () => {
  const asked: string[] = [];
  const site = createSite({
    pictures: { path: '/_img', serve: async () => new Response() },
    async renderPage(request) {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return new Response('a page');
    },
  });
  await site.request('/cakes/cr%C3%A8me');
  await site.request('/cakes/%E0%A4%A', { method: 'HEAD' });
  expect((await site.request('/%zz')).status).toBe(404);
  const written = await site.request('/%zz', { method: 'POST', body: 'x' });
  expect(written.status).toBe(405);
  expect(asked).toEqual(['GET /cakes/cr%C3%A8me']);
});
