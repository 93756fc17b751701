/**
 * `/recaptcha/api.js`. Like Google's it uses a frame of its own origin, so the page needs the same
 * Content-Security-Policy: the script and the frame.
 */
export function apiScript(origin: string): string {
  return `(() => {
  const origin = ${JSON.stringify(origin)};
  const widgets = [];

  function render(container, { sitekey }) {
    return widgets.push({ container, sitekey }) - 1;
  }

  /** The frame sends a token to the page, whose origin its address has. */
  async function execute(widget, { action }) {
    const { container, sitekey } = widgets[widget];
    const frame = document.createElement('iframe');
    frame.title = 'reCAPTCHA';
    frame.src = origin + '/recaptcha/api2/anchor?' + new URLSearchParams({
      k: sitekey,
      co: location.origin,
      action,
    });
    const token = await new Promise((resolve) => {
      addEventListener('message', ({ source, data }) => {
        if (source === frame.contentWindow) resolve(data);
      });
      container.append(frame);
    });
    frame.remove();
    return token;
  }

  window.grecaptcha = { ready: (callback) => callback(), render, execute };
})();
`;
}

export function anchorPage(token: string, pageOrigin: string): string {
  const [data, target] = [token, pageOrigin].map((text) => JSON.stringify(text));
  return `<!doctype html><html lang="en"><title>reCAPTCHA</title><script>parent.postMessage(${data}, ${target})</script></html>`;
}
