// A headline that breaks between its phrases first, and inside one only where it must: Chinese has no spaces to go by.
import { splitPhrases } from './split-phrases.ts'

export const Phrases = ({ text }: { text: string }) =>
  splitPhrases(text).map((phrase, index) => (
    <span key={index} className="inline-block">
      {phrase}
    </span>
  ))
