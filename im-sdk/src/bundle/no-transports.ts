// Replaces the transports of engine.io-client that the SDK does not use, in the published build (im-sdk/build.ts).
export const transports = {}
export const XHR = null
