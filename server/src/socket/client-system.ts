// Names the operating system of a client, which other devices of the account show.
import { clientTypes } from '@xinqiao/contract/im/accounts/auth.ts'

/** Systems of clients that are not browsers. */
const systemByType = new Map<number, string>([
  [clientTypes.Android, 'Android'],
  [clientTypes.iOS, 'iOS'],
  [clientTypes.PC, 'Windows'],
  [clientTypes.WindowsPhone, 'Windows Phone'],
  [clientTypes.Mac, 'macOS'],
])
/** Signs in the user agent of a browser. iOS and Android also name the system that they derive from. */
const systemBySign: [sign: RegExp, name: string][] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** @returns an empty text for an unknown system */
export const nameSystem = (clientType: number, userAgent = ''): string =>
  systemByType.get(clientType) ?? systemBySign.find(([sign]) => sign.test(userAgent))?.[1] ?? ''
