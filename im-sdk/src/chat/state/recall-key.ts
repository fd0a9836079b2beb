// Key of the line that replaces a recalled message. It has its own file, because the page loads the SDK later.

/** @param idClient the id of the recalled message */
export const recallKeyOf = (idClient: string): string => `recall-${idClient}`
