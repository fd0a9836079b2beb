// Names that readers take for the speaker printed on a lecture, such as 周明 for 周明 副主任医师.
import { foldName } from '@xinqiao/contract/names.ts'

const titles =
  /(?:特邀|资深|首席|副|正|高级|中级|国家|一级|二级|三级|心理|精神科|主任|主治|教授|研究员|医师|医生|大夫|老师|讲师|博士|硕士|专家|院长|所长|咨询师|治疗师|督导师?|先生|女士)+$/u
const latinTitle = /\b(?:dr|prof|professor|mr|mrs|ms|phd|md)\b\.?/giu
/** Signs between the parts of the text, and spaces outside of Latin names. */
const separators = /[,，、;；/|()（）【】:：]|(?<![a-z.])\s+|\s+(?![a-z])/iu

const minLetters = 2

/** Folded names in the text that staff wrote for the speaker: the name itself, and without its titles. */
function listSpeakerNames(speaker: string): string[] {
  const text = speaker.replaceAll(latinTitle, ' ').trim()
  return [text, ...text.split(separators)]
    .map((part) => foldName(part.replaceAll(/\s/g, '').replace(titles, '')))
    .filter((part) => part.length >= minLetters)
}

/** True for a name that contains the speaker's, or begins it. */
export function resemblesSpeaker(name: string, speaker: string): boolean {
  const folded = foldName(name)
  return listSpeakerNames(speaker).some(
    (part) => folded.includes(part) || (folded.length >= minLetters && part.startsWith(folded)),
  )
}
