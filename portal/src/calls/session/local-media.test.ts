// Tests of the camera that a reload of the page opens.
import { expect, test } from 'vitest'
import { isCameraChosen } from './local-media.ts'

const track = {} as MediaStreamTrack

test('opens the camera after a reload only for a person who has it on', () => {
  expect(isCameraChosen({ video: track, isSharing: false, isPaused: false })).toBe(true)
  expect(isCameraChosen({ video: null, isSharing: false, isPaused: true })).toBe(true)
  expect(isCameraChosen({ video: null, isSharing: false, isPaused: false })).toBe(false)
  // the picture is that of the screen
  expect(isCameraChosen({ video: track, isSharing: true, isPaused: false })).toBe(false)
})
