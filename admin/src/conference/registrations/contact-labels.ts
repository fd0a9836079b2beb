// Labels of contact data, which are shown only with a reason.
export type RegistrantContact = {
  phone: string
  email: string
  address: string
  postCode: string
  diet: string
  invoiceTitle: string
  taxNumber: string
}
export const contactLabels: Record<keyof RegistrantContact, string> = {
  phone: '手机',
  email: '邮箱',
  address: '通信地址',
  postCode: '邮编',
  diet: '饮食需求',
  invoiceTitle: '发票抬头',
  taxNumber: '税号',
}
