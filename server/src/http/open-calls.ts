// Endpoints of the contract that are not built yet. A test compares the list with what is served; it may only shrink.
export const openCalls: readonly string[] = []
