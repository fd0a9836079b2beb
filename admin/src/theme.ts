// Colours and type of the design (ui.md) as antd tokens. Every text colour here has a contrast of 4.5:1 on white.
import type { ThemeConfig } from 'antd'

export const ink = '#12312f'
export const teal = '#0f766e'
export const quiet = '#566b69'

export const theme: ThemeConfig = {
  token: {
    colorPrimary: teal,
    colorPrimaryHover: '#0b5f59',
    colorInfo: teal,
    colorLink: teal,
    colorLinkHover: '#0b5f59',
    colorSuccess: '#1f7a3d',
    colorWarning: '#a84d08',
    colorError: '#bb332a',
    // antd's lighter default lacks contrast
    colorErrorHover: '#9f2a22',
    colorErrorTextHover: '#9f2a22',
    // antd derives muddy palettes from dark colours: backgrounds are set by hand.
    colorWarningBg: '#fdf4e9',
    colorWarningBorder: '#f0cfa6',
    colorInfoBg: '#e8f5f2',
    colorInfoBorder: '#aad6ce',
    colorErrorBg: '#fdeeec',
    colorErrorBorder: '#f0bdb8',
    colorTextBase: ink,
    colorText: ink,
    colorTextSecondary: '#456060',
    colorTextTertiary: quiet,
    colorTextQuaternary: quiet,
    colorTextDescription: quiet,
    colorTextPlaceholder: '#63787a',
    colorBgLayout: '#f6f8f7',
    colorBorder: '#c9d5d2',
    colorBorderSecondary: '#e3e9e7',
    colorSplit: '#e3e9e7',
    borderRadius: 8,
    borderRadiusLG: 12,
    fontSize: 15,
    controlHeight: 36,
    fontFamily: '"PingFang SC","HarmonyOS Sans SC","Noto Sans SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif',
    // antd's own switch: shortening its animations in CSS leaves menus and pickers invisible.
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    motionDurationMid: '0.15s',
    motionDurationSlow: '0.2s',
  },
  components: {
    Layout: { headerBg: '#ffffff', siderBg: '#ffffff', headerPadding: '0 24px', headerHeight: 60 },
    Menu: { itemSelectedBg: '#e6f4f1', itemSelectedColor: '#0b5f59', itemHeight: 44, activeBarBorderWidth: 0 },
    Table: {
      headerBg: '#f6f8f7',
      headerColor: '#456060',
      headerSplitColor: 'transparent',
      // antd derives a dark grey from the primary colour, which makes links unreadable
      rowSelectedBg: '#e6f4f1',
      rowSelectedHoverBg: '#dcefea',
    },
    Form: { labelColor: ink, verticalLabelPadding: '0 0 6px' },
    Card: { headerFontSize: 16 },
  },
}
