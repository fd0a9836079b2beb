// Links to the telephone number and address of the secretariat, at the end of every page.
import { contactAnchor } from './contact-anchor.ts'

export const SecretariatLink = () => (
  <a href={`#${contactAnchor}`} className="text-brand-deep underline">
    联系秘书处
  </a>
)
