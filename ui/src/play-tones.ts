// A short sound of two tones, for events that the user must not miss.
let audio: AudioContext | null = null

export function playTones(): void {
  // browsers allow sound only after a user gesture
  if (!navigator.userActivation?.hasBeenActive) return
  audio ??= new AudioContext()
  const start = audio.currentTime
  const volume = audio.createGain()
  volume.gain.setValueAtTime(0.0001, start)
  volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35)
  volume.connect(audio.destination)
  for (const [frequency, delay] of [
    [660, 0],
    [880, 0.12],
  ] as const) {
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume)
    tone.start(start + delay)
    tone.stop(start + 0.35)
  }
}
