// A headline that breaks between its phrases first, and inside one only where it must: Chinese has no spaces to go by.

const boundary = /(?<=[：，。；！？”》）])|(?=[“《（])/u

export const Phrases = ({ text }: { text: string }) =>
  text.split(boundary).map((phrase, index) => (
    <span key={index} className="inline-block">
      {phrase}
    </span>
  ))
