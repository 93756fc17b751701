import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { photoColours } from './scripts/photo-colours.ts';

export default defineConfig({
  plugins: [photoColours(), reactRouter()],
  environments: {
    ssr: {
      build: {
        target: 'node24',
        // The server is the entry and the pages are one of its imports, so that both are one bundle.
        rolldownOptions: { input: './server/main.ts' },
      },
    },
  },
});
