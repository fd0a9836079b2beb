// Everything that other folders may use of the examinations.
export { forgetSittings } from './taking/sittings.ts'
