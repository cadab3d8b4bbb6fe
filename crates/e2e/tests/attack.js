// Tries everything that a page can send to the bridge, and tells what it was able to read.
async ([http, socket]) => {
  const read = [];
  const ask = async (name, url, options) => {
    try {
      const reply = await fetch(url, { ...options, signal: AbortSignal.timeout(3000) });
      if (reply.type !== 'opaque') read.push(`${name}: ${reply.status} ${await reply.text()}`);
    } catch { /* refused, or its answer kept from the page */ }
  };
  const body = JSON.stringify({ url: location.href });
  for (const host of ['127.0.0.1', 'localhost']) {
    for (const port of [http, socket]) {
      const base = `http://${host}:${port}`;
      for (const path of ['/', '/api/status', '/api/new-tab', '/api/shutdown']) {
        await ask('get', base + path);
        await ask('text', base + path, { method: 'POST', body, headers: { 'content-type': 'text/plain' } });
        await ask('blind', base + path, { method: 'POST', body, mode: 'no-cors' });
        await ask('json', base + path, { method: 'POST', body, headers: { 'content-type': 'application/json', authorization: 'Bearer x' } });
        await new Promise(done => {
          const image = new Image();
          image.onload = image.onerror = done;
          image.src = base + path;
        });
      }
      await new Promise(done => {
        const events = new EventSource(`${base}/api/status`);
        events.onopen = () => read.push('event stream');
        events.onerror = () => { events.close(); done(); };
      });
      await new Promise(done => {
        const ws = new WebSocket(`ws://${host}:${port}/`);
        ws.onopen = () => { read.push('socket'); ws.close(); };
        ws.onclose = done;
      });
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: `${base}/api/shutdown`, target: 'sink' });
      document.body.append(form);
      form.submit();
    }
  }
  return read;
}
