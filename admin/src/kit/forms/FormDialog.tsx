// A dialog with a form, submitted by its button or Enter, closed only by Cancel or Escape.
import { Form, Modal, type FormInstance, type ModalProps } from 'antd'
import { useId, type ReactNode } from 'react'
import { focusFirstError } from './forms.ts'

type FormDialogProps<Fields> = Omit<
  ModalProps,
  'children' | 'onOk' | 'onCancel' | 'confirmLoading' | 'cancelText' | 'forceRender' | 'mask'
> & {
  form: FormInstance<Fields>
  initialValues?: Partial<Fields>
  isBusy: boolean
  onSend: (fields: Fields) => void
  onClose: () => void
  children: ReactNode
}

/** The button that opened the dialog may be gone after its action; then the keyboard focus moves to the screen. */
function keepFocusInScreen(isOpen: boolean): void {
  if (!isOpen && document.activeElement === document.body)
    document.getElementById('main')?.focus({ preventScroll: true })
}

/** True when the changed values contain this field, also one of a list. */
function isChanged(values: unknown, [key, ...rest]: (string | number)[]): boolean {
  if (key === undefined) return true
  return typeof values === 'object' && values !== null && key in values && isChanged(Reflect.get(values, key), rest)
}
function clearErrorsOf(form: FormInstance, changed: object): void {
  const changedFields = form.getFieldsError().filter(({ name }) => isChanged(changed, name))
  form.setFields(changedFields.map(({ name }) => ({ name, errors: [] })))
}

export function FormDialog<Fields>({
  form,
  initialValues,
  isBusy,
  onSend,
  onClose,
  children,
  ...rest
}: FormDialogProps<Fields>) {
  // several dialogs of a page may have fields of the same name
  const name = useId()
  return (
    <Modal
      okText="保存"
      afterOpenChange={keepFocusInScreen}
      {...rest}
      cancelText="取消"
      confirmLoading={isBusy}
      // render the fields before opening, so that the caller can fill them
      forceRender
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        name={name}
        layout="vertical"
        initialValues={initialValues}
        // server errors stay at a field until it is edited; the form's own rules run at each change
        onValuesChange={(changed: object) => clearErrorsOf(form as FormInstance, changed)}
        onFinish={onSend}
        onFinishFailed={focusFirstError(form)}
      >
        {children}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
    </Modal>
  )
}
