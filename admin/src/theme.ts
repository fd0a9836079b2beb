// The shared design tokens as antd tokens. antd computes shades, so it needs values instead of CSS variables. Every
// text colour here has a contrast of 4.5:1 on white.
import type { ThemeConfig } from 'antd'
import sheet from '@xinqiao/ui/tokens.css?raw'
import { readTokens } from '@xinqiao/ui/read-tokens.ts'

const tokens = readTokens(sheet)
function valueOf(name: string): string {
  const value = tokens.get(name)
  if (value === undefined) throw new Error(`ui/src/tokens.css has no ${name}`)
  return value
}
const color = (name: string) => valueOf(`--color-${name}`)
const rootFontSize = 16
const pixelsOf = (name: string) => Number.parseFloat(valueOf(name)) * rootFontSize

export const theme: ThemeConfig = {
  token: {
    colorPrimary: color('brand'),
    colorPrimaryHover: color('brand-deep'),
    colorInfo: color('brand'),
    colorLink: color('brand'),
    colorLinkHover: color('brand-deep'),
    colorSuccess: color('success'),
    colorWarning: color('warm-deep'),
    colorError: color('danger'),
    // antd's lighter default lacks contrast
    colorErrorHover: color('danger-ink'),
    colorErrorTextHover: color('danger-ink'),
    // antd derives dull palettes from dark colours, so backgrounds are set by hand.
    colorWarningBg: color('warm-tint'),
    colorWarningBorder: color('warm-line'),
    colorInfoBg: color('tint'),
    colorInfoBorder: color('tint-line'),
    colorErrorBg: color('danger-tint'),
    colorErrorBorder: color('danger-line'),
    colorTextBase: color('ink'),
    colorText: color('ink'),
    colorTextSecondary: color('subtle'),
    colorTextTertiary: color('muted'),
    colorTextQuaternary: color('muted'),
    colorTextDescription: color('muted'),
    colorTextPlaceholder: color('placeholder'),
    colorBgLayout: color('page'),
    colorBorder: color('border'),
    colorBorderSecondary: color('line'),
    colorSplit: color('line'),
    borderRadius: pixelsOf('--radius-control'),
    borderRadiusLG: pixelsOf('--radius-card'),
    sizeUnit: pixelsOf('--space'),
    fontSize: 15,
    controlHeight: 36,
    fontFamily: valueOf('--font-sans'),
    // antd's own switch; shortening its animations by CSS would leave menus and pickers invisible.
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    motionDurationMid: '0.15s',
    motionDurationSlow: '0.2s',
  },
  components: {
    Layout: { headerBg: color('surface'), siderBg: color('surface'), headerPadding: '0 24px', headerHeight: 60 },
    Menu: {
      itemSelectedBg: color('tint'),
      itemSelectedColor: color('brand-deep'),
      itemHeight: 44,
      activeBarBorderWidth: 0,
    },
    Table: {
      headerBg: color('page'),
      headerColor: color('subtle'),
      headerSplitColor: 'transparent',
      // antd derives a dark grey from the primary colour, which makes links unreadable
      rowSelectedBg: color('tint'),
      rowSelectedHoverBg: color('tint-strong'),
    },
    Form: { labelColor: color('ink'), verticalLabelPadding: '0 0 6px' },
    Card: { headerFontSize: 16 },
  },
}
