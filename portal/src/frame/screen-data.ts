// What a page hands to the browser for its interactive screen.
export const screenIds = { root: 'screen', data: 'screen-data' } as const
export type ScreenData = { screen: string; props: object }
