// The one constant that the build puts into the sources; see tools/build.mjs.

/** Which of the two packages this is. The signed one holds no agent JavaScript. */
declare const __FLAVOR__: 'dev' | 'signed';
