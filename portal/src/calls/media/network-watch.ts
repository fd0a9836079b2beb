// Changes of the network of this device, after which the paths of a call are tried again at once.

/** Part of the Network Information API, which Safari and Firefox lack. `type` is unknown on most desktops. */
type NetworkInformation = EventTarget & { type?: string }

/**
 * Calls back when the device is online again, and when a phone changes between Wi-Fi and mobile data without going
 * offline.
 * @returns ends the watching
 */
export function watchNetwork(onChange: () => void): () => void {
  const { connection: network } = navigator as { connection?: NetworkInformation }
  let type = network?.type
  // the event is also sent for new estimates of the speed
  const compareTypes = () => {
    const hasChanged = network?.type !== type && network?.type !== 'none'
    type = network?.type
    if (hasChanged) onChange()
  }
  addEventListener('online', onChange)
  network?.addEventListener('change', compareTypes)
  return () => {
    removeEventListener('online', onChange)
    network?.removeEventListener('change', compareTypes)
  }
}
