// HTTP access to chat files; all other chat commands use the socket.
export { openFile } from '../im/file/open.ts'
export { readUploadToken } from '../im/file/tokens.ts'
export { findPlace, receivePart, removeExpired } from '../im/file/upload.ts'
