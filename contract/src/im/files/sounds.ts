// MP3 versions of recordings: written into the address, and converted when it is opened.

/** The address of the same recording as MP3. */
export const withMp3 = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}audioTrans&type=mp3`
export const wantsMp3 = (query: URLSearchParams): boolean => query.has('audioTrans') && query.get('type') === 'mp3'
