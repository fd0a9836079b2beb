// The light build has no types of its own: it is hls.js without subtitles, alternative sound and encryption.
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
