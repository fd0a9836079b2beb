// Data that a page passes to its interactive screen in the browser.
export const screenIds = { root: 'screen', data: 'screen-data' } as const
export type ScreenData = { screen: string; props: object }
