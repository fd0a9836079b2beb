// Where a Chinese headline may break: after a mark that closes a phrase, before one that opens a quotation.

const boundary = /(?<=[：，。；！？”》）])(?![：，。；！？、”》）])|(?=[“《（])/u

export const splitPhrases = (text: string): string[] => text.split(boundary)
