// Runs one regular expression at a time; see patterns.ts, which ends this worker when one takes long.

type Test = { id: number; pattern: string; text: string };

addEventListener('message', ({ data }: MessageEvent<Test>) => {
  const matches = new RegExp(data.pattern).test(data.text);
  globalThis.postMessage({ id: data.id, matches });
});
