/** Long enough for a word, short enough to follow. */
const PAUSE_MS = 600;

/**
 * Shows the form's preview in a frame, and updates it while the form is edited. It is a document that
 * `XMLHttpRequest` parses: the policy of our pages forbids `srcdoc`, and the frame keeps its scroll position.
 * @returns a function that stops.
 */
export function showPreview(
  form: HTMLFormElement,
  url: string,
  frame: HTMLIFrameElement,
): () => void {
  const wide = matchMedia('(min-width: 80rem)');
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: XMLHttpRequest | undefined;

  function load() {
    // A phone opens the preview in a window of its own.
    if (!wide.matches) return;
    request?.abort();
    request = new XMLHttpRequest();
    request.open('POST', url);
    request.responseType = 'document';
    request.onload = show;
    request.send(
      new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])),
    );
  }

  function show(this: XMLHttpRequest) {
    const page = this.status === 200 ? this.responseXML : null;
    const shown = frame.contentDocument;
    if (!page || !shown) return;
    const hasStyles = shown.head.childElementCount > 0;
    if (hasStyles) shown.body.replaceWith(shown.adoptNode(page.body));
    else shown.documentElement.replaceWith(shown.adoptNode(page.documentElement));
  }

  function schedule() {
    clearTimeout(timer);
    timer = setTimeout(load, PAUSE_MS);
  }

  form.addEventListener('input', schedule, { signal: stopping.signal });
  wide.addEventListener('change', load, { signal: stopping.signal });
  load();
  return () => {
    stopping.abort();
    clearTimeout(timer);
    request?.abort();
  };
}
