// Replaces the default transports of engine.io-client in the published build (im-sdk/build.ts).
export const transports = {}
