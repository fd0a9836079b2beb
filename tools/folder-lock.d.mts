export function acquireLock(file: string, onWait?: () => void): () => void
