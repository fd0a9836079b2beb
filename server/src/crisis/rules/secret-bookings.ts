// Questions of young people who want to come without their family, such as 我15岁可以自己约吗，不想让我妈知道. The model
// reads 约, 自己 and the secret together as a plan.

const people = '(?:家里人?|家人|我?爸妈|我?妈妈?|我?爸爸?|我?父母|大人|家长|我?老师|班主任|学校|单位)'
const age = /^(?:我|本人)?(?:今年|才|刚|快)?(?:满|不到)?(?:\d{1,2}岁?|[上读]?[初高大][一二三四]|未成年)(?:了|半)?$/u
const booking =
  /^(?:您好|你好|请问|想问一?下?)?(?:我|本人)?(?:今年|才|刚)?(?:\d{1,2}岁|[上读]?[初高大][一二三四]|未成年)?(?:人)?(?:可不可以|能不能|可以|可否|能|想)(?:自己|一个人|单独|偷偷|悄悄)?(?:来|去)?(?:预约|约|咨询|挂号|报名|找(?:老师|咨询师|你们))(?:一次|咨询|老师|咨询师|你们)?(?:吗|么|不|嘛|呢)?$/u
const secret = new RegExp(
  `^(?:但|可是|但是)?我?(?:能不能|可不可以|可以|能)?(?:不想|不要|不敢|不愿|别|莫|先别|不)(?:让|给|告诉|叫|通知|被)${people}(?:他们)?(?:知道|晓得|发现)?(?:吗|么|嘛)?$`,
  'u',
)

/** True for a text that asks to come, and otherwise only asks for secrecy from the family or names an age. */
export function isSecretBooking(text: string): boolean {
  const clauses = text.split(/[,?]/u).filter((clause) => clause !== '')
  return (
    clauses.some((clause) => booking.test(clause)) &&
    clauses.every((clause) => booking.test(clause) || secret.test(clause) || age.test(clause))
  )
}
