// The shared design tokens as antd tokens. antd computes shades, so it needs values instead of CSS variables. Every
// text colour here has a contrast of 4.5:1 on white.
import type { ThemeConfig } from 'antd'
import sheet from '@xinqiao/ui/tokens.css?raw'
import { readTokens } from '@xinqiao/ui/read-tokens.ts'

const tokens = readTokens(sheet)
function readToken(name: string): string {
  const value = tokens.get(name)
  if (value === undefined) throw new Error(`ui/src/tokens.css has no ${name}`)
  return value
}
const readColor = (name: string) => readToken(`--color-${name}`)
const rootFontSize = 16
const readPixels = (name: string) => Number.parseFloat(readToken(name)) * rootFontSize

export const theme: ThemeConfig = {
  token: {
    colorPrimary: readColor('brand'),
    colorPrimaryHover: readColor('brand-deep'),
    colorInfo: readColor('brand'),
    colorLink: readColor('brand'),
    colorLinkHover: readColor('brand-deep'),
    colorSuccess: readColor('success'),
    colorWarning: readColor('warm-deep'),
    colorError: readColor('danger'),
    // antd's lighter default lacks contrast
    colorErrorHover: readColor('danger-ink'),
    colorErrorTextHover: readColor('danger-ink'),
    // antd derives dull palettes from dark colours, so backgrounds are set by hand.
    colorWarningBg: readColor('warm-tint'),
    colorWarningBorder: readColor('warm-line'),
    colorInfoBg: readColor('tint'),
    colorInfoBorder: readColor('tint-line'),
    colorErrorBg: readColor('danger-tint'),
    colorErrorBorder: readColor('danger-line'),
    colorTextBase: readColor('ink'),
    colorText: readColor('ink'),
    colorTextSecondary: readColor('subtle'),
    colorTextTertiary: readColor('muted'),
    colorTextQuaternary: readColor('muted'),
    colorTextDescription: readColor('muted'),
    colorTextPlaceholder: readColor('placeholder'),
    colorBgLayout: readColor('page'),
    colorBorder: readColor('border'),
    colorBorderSecondary: readColor('line'),
    colorSplit: readColor('line'),
    borderRadius: readPixels('--radius-control'),
    borderRadiusLG: readPixels('--radius-card'),
    sizeUnit: readPixels('--space'),
    fontSize: 15,
    controlHeight: 36,
    fontFamily: readToken('--font-sans'),
    // antd's own switch; shortening its animations by CSS would leave menus and pickers invisible.
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    motionDurationMid: '0.15s',
    motionDurationSlow: '0.2s',
  },
  components: {
    Layout: {
      headerBg: readColor('surface'),
      siderBg: readColor('surface'),
      headerPadding: '0 24px',
      headerHeight: 60,
    },
    Menu: {
      itemSelectedBg: readColor('tint'),
      itemSelectedColor: readColor('brand-deep'),
      itemHeight: 44,
      activeBarBorderWidth: 0,
    },
    Table: {
      headerBg: readColor('page'),
      headerColor: readColor('subtle'),
      headerSplitColor: 'transparent',
      // antd derives a dark grey from the primary colour, which makes links unreadable
      rowSelectedBg: readColor('tint'),
      rowSelectedHoverBg: readColor('tint-strong'),
    },
    Form: { labelColor: readColor('ink'), verticalLabelPadding: '0 0 6px' },
    Card: { headerFontSize: 16 },
  },
}
