// Small decoders: what comes over a socket or out of a page is read, not cast.
// A decoder returns the value with its type or throws `Malformed`, which names the place.

export type Decoder<T> = (value: unknown, path?: string) => T;

/** The value has another shape than the type says; the message names the place. */
export class Malformed extends Error {}

function fail(path: string, expected: string): never {
  throw new Malformed(`${path === '' ? 'the message' : path} must be ${expected}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const text: Decoder<string> = (value, path = '') =>
  typeof value === 'string' ? value : fail(path, 'text');

export const flag: Decoder<boolean> = (value, path = '') =>
  typeof value === 'boolean' ? value : fail(path, 'true or false');

export const number: Decoder<number> = (value, path = '') =>
  typeof value === 'number' && Number.isFinite(value) ? value : fail(path, 'a finite number');

/** A whole number from `least` to 2^53−1. */
export const integer =
  (least: number): Decoder<number> =>
  (value, path = '') =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least
      ? value
      : fail(path, `a whole number from ${least} to 2^53-1`);

export const anything: Decoder<unknown> = value => value;

export const dictionary: Decoder<Record<string, unknown>> = (value, path = '') =>
  isObject(value) ? value : fail(path, 'an object');

export const literals =
  <const T extends string>(...accepted: readonly T[]): Decoder<T> =>
  (value, path = '') =>
    accepted.find(literal => literal === value) ?? fail(path, `one of ${accepted.join(', ')}`);

export const list =
  <T>(item: Decoder<T>): Decoder<T[]> =>
  (value, path = '') =>
    Array.isArray(value)
      ? value.map((entry, index) => item(entry, `${path}[${index}]`))
      : fail(path, 'a list');

export const nullable =
  <T>(inner: Decoder<T>): Decoder<T | null> =>
  (value, path = '') =>
    value === null ? null : inner(value, path);

export const optional =
  <T>(inner: Decoder<T>): Decoder<T | undefined> =>
  (value, path = '') =>
    value === undefined ? undefined : inner(value, path);

/** Puts off building a decoder, so that types may refer to later ones and to themselves. */
export const lazy = <T>(build: () => Decoder<T>): Decoder<T> => {
  let built: Decoder<T> | undefined;
  return (value, path = '') => (built ??= build())(value, path);
};

type Fields = Record<string, Decoder<unknown>>;
type OptionalKeys<F extends Fields> = {
  [K in keyof F]: undefined extends ReturnType<F[K]> ? K : never;
}[keyof F];
type Decoded<F extends Fields> = {
  [K in Exclude<keyof F, OptionalKeys<F>>]: ReturnType<F[K]>;
} & { [K in OptionalKeys<F>]?: Exclude<ReturnType<F[K]>, undefined> };

function fieldsOf<F extends Fields>(fields: F, value: unknown, path: string): Decoded<F> {
  if (!isObject(value)) return fail(path, 'an object');
  const decoded: Record<string, unknown> = {};
  for (const [name, decoder] of Object.entries(fields)) {
    const field = decoder(Object.hasOwn(value, name) ? value[name] : undefined, `${path}.${name}`);
    if (field !== undefined) decoded[name] = field;
  }
  return decoded as Decoded<F>;
}

/** An object that may carry more fields; they are dropped. */
export const open =
  <F extends Fields>(fields: F): Decoder<Decoded<F>> =>
  (value, path = '') =>
    fieldsOf(fields, value, path);

/** An object without any other field. */
export const closed =
  <F extends Fields>(fields: F): Decoder<Decoded<F>> =>
  (value, path = '') => {
    const decoded = fieldsOf(fields, value, path);
    const unknown = Object.keys(dictionary(value, path)).find(name => !Object.hasOwn(fields, name));
    return unknown === undefined ? decoded : fail(`${path}.${unknown}`, 'left out: it is unknown');
  };

/** A union told apart by the text in `tag`. */
export const tagged =
  <V extends Record<string, Decoder<unknown>>>(
    tag: string,
    variants: V,
  ): Decoder<ReturnType<V[keyof V]>> =>
  (value, path = '') => {
    const name = text(dictionary(value, path)[tag], `${path}.${tag}`);
    const variant = Object.hasOwn(variants, name) ? variants[name] : undefined;
    if (variant === undefined) {
      return fail(`${path}.${tag}`, `one of ${Object.keys(variants).join(', ')}`);
    }
    return variant(value, path) as ReturnType<V[keyof V]>;
  };
