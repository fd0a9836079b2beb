// Link to the hotline 12356 in the console on phones: one tap away on every screen, as on the site.
import { PhoneOutlined } from '@ant-design/icons'

export const Hotline = () => (
  <a className="hotline" href="tel:12356" aria-label="心理援助热线12356">
    <PhoneOutlined aria-hidden />
    12356
  </a>
)
