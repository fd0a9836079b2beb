// Everything that other folders may use of the examinations.
export { clearSittings } from './taking/sittings.ts'
