// Hides names and numbers of people in a question before it leaves for the language model.

export const hidden = '［已隐去］'
const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
/** Telephone, identity and account numbers, also with spaces or hyphens between the digits. */
const longNumber = /(?:\d[\s-]?){6,}[\dXx]/g
/** A name after words that introduce it. If no mark or word ends the name, up to three characters count as the name. */
const introducedName =
  /(我叫|我的名字(?:是|叫)|我名叫|名叫|叫做|姓名(?:是|[:：])?)\s*(?:[\p{Script=Han}·]{2,4}?(?=[，,。；;！!？?、\s]|今年|是|住|在|的|$)|[\p{Script=Han}·]{2,3})/gu
/** A family name with a form of address. */
const addressedName = /[\p{Script=Han}]{1,2}(先生|女士|小姐|同学|老师|医生|大夫|阿姨|叔叔)/gu

/** Short numbers such as the hotline's stay, so that a question about one keeps its subject. */
export const hidePersonalData = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(email, hidden)
    .replaceAll(longNumber, hidden)
    .replaceAll(introducedName, `$1${hidden}`)
    .replaceAll(addressedName, `${hidden}$1`)
