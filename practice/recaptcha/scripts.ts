/**
 * `/recaptcha/api.js`. Like Google's it uses a frame of its own origin, so the page needs the same
 * Content-Security-Policy: the script and the frame.
 */
export function apiScript(origin: string): string {
  return `(() => {
  const origin = ${JSON.stringify(origin)};
  const widgets = [];
  const waiting = new Map();
  let questions = 0;

  function render(container, parameters) {
    const element = typeof container === 'string' ? document.getElementById(container) : container;
    if (!element) throw new Error('reCAPTCHA placeholder element must be an element or id');
    const frame = document.createElement('iframe');
    frame.title = 'reCAPTCHA';
    frame.width = frame.height = '0';
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.src = origin + '/recaptcha/api2/anchor?' + new URLSearchParams({
      k: parameters.sitekey,
      size: parameters.size ?? 'normal',
    });
    element.append(frame);
    return widgets.push({ frame, loaded, parameters }) - 1;
  }

  async function execute(widget, { action } = {}) {
    const { frame, loaded, parameters } = widgets[widget] ?? {};
    if (!frame) throw new Error('reCAPTCHA client does not exist');
    await loaded;
    const id = questions++;
    const token = await new Promise((resolve) => {
      waiting.set(id, resolve);
      frame.contentWindow.postMessage({ id, action: action ?? '' }, origin);
    });
    if (!token) {
      parameters['error-callback']?.();
      throw new Error('Invalid site key or not loaded in api.js');
    }
    parameters.callback?.(token);
    return token;
  }

  addEventListener('message', ({ origin: from, data }) => {
    if (from !== origin) return;
    waiting.get(data.id)?.(data.token);
    waiting.delete(data.id);
  });

  window.grecaptcha = { ready: (callback) => callback(), render, execute };
  window[new URL(document.currentScript.src).searchParams.get('onload')]?.();
})();
`;
}

/** Runs in the frame and requests a token for the embedding page, whose origin the browser attests. */
export const anchorScript = `
const sitekey = new URL(location.href).searchParams.get('k');

addEventListener('message', async ({ origin, source, data }) => {
  const answer = await fetch('/recaptcha/api2/reload', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ k: sitekey, action: data.action, hostname: new URL(origin).hostname }),
  });
  const { token } = answer.ok ? await answer.json() : {};
  source.postMessage({ id: data.id, token }, origin);
});
`;
