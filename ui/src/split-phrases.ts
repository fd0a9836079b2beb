// Splits a Chinese headline into phrases: after a closing mark, before an opening quotation mark.

const boundary = /(?<=[：，。；！？”》）])(?![：，。；！？、”》）])|(?=[“《（])/u

export const splitPhrases = (text: string): string[] => text.split(boundary)
