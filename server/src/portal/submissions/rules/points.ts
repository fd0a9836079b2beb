// Converts scores, which are stored in hundredths of a point.
export const toPoints = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100)
