// Props of a screen: the id in its address, or the empty string.
export type ScreenProps = { id: string }
