// Being laid out.
export {};
