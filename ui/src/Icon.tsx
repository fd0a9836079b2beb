// Icons as inline SVG strokes: no request, no font, in the current text colour.
const paths = {
  arrowLeft: 'M15 5l-7 7 7 7',
  arrowRight: 'M9 5l7 7-7 7',
  arrowDown: 'M6 9l6 6 6-6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  more: 'M6 12v.01M12 12v.01M18 12v.01',
  phone:
    'M5 4h4l1.5 5-2.2 1.6a12 12 0 0 0 5.1 5.1L15 13.5l5 1.5v4a1.5 1.5 0 0 1-1.6 1.5C10.6 20 4 13.4 3.5 5.6A1.5 1.5 0 0 1 5 4Z',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.8-3.6 3.7-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  group:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5c.6-3.3 3.2-5 6.5-5s5.9 1.7 6.5 5M15.5 4.8a3.5 3.5 0 0 1 0 6.4M18 14.8c1.9.7 3.1 2.3 3.5 4.7',
  text: 'M4 7V5h11v2M9.5 5v14M7.5 19h4M15 12.5V11h6v1.5M18 11v8M16.8 19h2.4',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5V12l3 2',
  file: 'M6 3h8l5 5v13H6ZM14 3v5h5',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
  alert: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5v5.5M12 16.4v.1',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  shield: 'M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6ZM8.5 12l2.5 2.5 4.5-4.5',
  device: 'M5 4h14v12H5ZM3 20h18M10 16v4M14 16v4',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  eyeOff:
    'M4 4l16 16M9.9 5.8c5.6-1.3 9.6 2.6 11.6 6.2-.7 1.2-1.6 2.4-2.7 3.5M6.5 7.5C4.8 8.7 3.4 10.4 2.5 12 4 14.7 8 19.5 14.5 18',
  rss: 'M5 19v-.1M5 12a7 7 0 0 1 7 7M5 5a14 14 0 0 1 14 14',
  pause: 'M8.5 6v12M15.5 6v12',
  play: 'M8 5.5v13l10.5-6.5Z',
  door: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  chat: 'M4 5h16v11H11l-4.5 3.5V16H4ZM8 9h8M8 12.5h5',
  image: 'M4 5h16v14H4ZM4 16l5-5 4 4 2.5-2.5L20 17M15.5 9.5a1 1 0 1 0 0-.1',
  send: 'M4 12 20 4.5 15.5 20l-3.5-6.5ZM12 13.5l8-9',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16.2 16.2 20.5 20.5',
  sound: 'M5 10v4h3l5 4V6L8 10ZM16.5 9a4 4 0 0 1 0 6M18.8 6.5a8 8 0 0 1 0 11',
  soundOff: 'M5 10v4h3l5 4V6L8 10ZM16.5 9.5l5 5M21.5 9.5l-5 5',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.4-5.5M19.5 3.5v4h-4',
  expand: 'M9 4H4v5M4 4l6 6M15 20h5v-5M20 20l-6-6',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10.5 11v5M13.5 11v5',
  like: 'M7 10.5V20H4V10.5ZM7 10.5 11 4a2.2 2.2 0 0 1 2.4 2.6L12.7 10H19a1.6 1.6 0 0 1 1.6 2l-1.7 6.6A1.9 1.9 0 0 1 17 20H7',
  star: 'M12 4l2.5 5.1 5.5.8-4 3.9 1 5.6-5-2.7-5 2.7 1-5.6-4-3.9 5.5-.8Z',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15ZM10 20.5a2.2 2.2 0 0 0 4 0',
  reply: 'M10 7 4.5 12 10 17M4.5 12H14a5.5 5.5 0 0 1 5.5 5.5V19',
  video: 'M3.5 6.5h11v11h-11ZM14.5 10.5l6-3.5v10l-6-3.5Z',
  videoOff: 'M4 4l16 16M8 6.5h6.5v6.2M14.5 10.5l6-3.5v10l-3-1.7M14.5 17.5h-11v-11',
  microphone: 'M12 14.5a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v5.5a3 3 0 0 0 3 3ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
  microphoneOff:
    'M4 4l16 16M15 10.5V6a3 3 0 0 0-5.8-1M9 9v2.5a3 3 0 0 0 4.6 2.5M5.5 11.5a6.5 6.5 0 0 0 10.6 5M18.5 11.5a6.5 6.5 0 0 1-.5 2.5M12 18v3',
  hangUp: 'M3 14.5c5-5.5 13-5.5 18 0l-2.5 3-4-1.5v-2.8a9 9 0 0 0-5 0V16l-4 1.5Z',
  pin: 'M9 4h6l-.5 6 3 3.5h-11l3-3.5ZM12 13.5V20',
} as const
export type IconName = keyof typeof paths

type IconProps = { name: IconName; className?: string }

export const Icon = ({ name, className = 'size-5' }: IconProps) => (
  <svg
    viewBox="0 0 24 24"
    className={`shrink-0 ${className}`}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
)
