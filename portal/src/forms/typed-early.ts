// What was typed into a page before its scripts came. React takes fields over as the server drew them, so they are put
// back to that first, and what stood in them is given back afterwards as if it were typed then.
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isTick = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'
const drawnOf = (field: HTMLSelectElement) =>
  ([...field.options].find((one) => one.defaultSelected) ?? field.options[0])?.value ?? ''

function putBack(field: Field): void {
  if (isTick(field)) field.checked = field.defaultChecked
  else field.value = field instanceof HTMLSelectElement ? drawnOf(field) : field.defaultValue
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
  const typed = fields.map((field) => {
    const had = isTick(field) ? field.checked : field.value
    putBack(field)
    return { field, had }
  })
  return () => {
    for (const { field, had } of typed) {
      if (typeof had === 'string') {
        if (field.value !== had) type(field, had)
      } else if (isTick(field) && field.checked !== had) field.click()
    }
  }
}
