// A headline that breaks between phrases if possible, because Chinese text has no spaces.
import { splitPhrases } from './split-phrases.ts'

export const Phrases = ({ text }: { text: string }) =>
  splitPhrases(text).map((phrase, index) => (
    <span key={index} className="inline-block">
      {phrase}
    </span>
  ))
