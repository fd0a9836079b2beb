// How HTTP reaches the files of the messaging layer: bytes come and go here, everything else by socket.
export { openFile } from '../im/file/open.ts'
export { readUploadToken } from '../im/file/tokens.ts'
export { findPlace, receivePart, removeExpired } from '../im/file/upload.ts'
