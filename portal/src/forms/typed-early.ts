// What was typed into a page before its scripts came. React takes fields over as the server drew them, so those that
// somebody has touched are put back to that first, and what stood in them is given back afterwards as if it were typed
// then. The others are left alone: a browser may be about to fill them in.
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isTick = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'
const drawnChoice = (field: HTMLSelectElement) =>
  ([...field.options].find((one) => one.defaultSelected) ?? field.options[0])?.value ?? ''

const readNow = (field: Field) => (isTick(field) ? field.checked : field.value)
const readDrawn = (field: Field) => {
  if (isTick(field)) return field.defaultChecked
  return field instanceof HTMLSelectElement ? drawnChoice(field) : field.defaultValue
}

function putBack(field: Field, drawn: string | boolean): void {
  if (typeof drawn === 'string') field.value = drawn
  else (field as HTMLInputElement).checked = drawn
}

/** React hears of a value only when it is set past the property that it has put on the field itself. */
function type(field: Field, value: string): void {
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  property?.set?.call(field, value)
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
}

/** @returns what gives it back, once the page has been taken over */
export function keepTypedEarly(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<Field>('input:not([type=file], [type=hidden]), textarea, select')]
  // all are read before any is put back: ticking one of a radio group unticks the others
  const touched = fields
    .map((field) => ({ field, had: readNow(field), drawn: readDrawn(field) }))
    .filter(({ had, drawn }) => had !== drawn)
  for (const { field, drawn } of touched) putBack(field, drawn)
  return () => {
    for (const { field, had, drawn } of touched) {
      // what has been typed since is newer
      if (readNow(field) !== drawn) continue
      if (typeof had === 'string') type(field, had)
      else if (had || field.type === 'checkbox') field.click()
    }
  }
}
