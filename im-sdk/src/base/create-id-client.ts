/** Creates the id that a page gives a message before the server knows it. */
export const createIdClient = (): string => crypto.randomUUID().split('-').join('')
