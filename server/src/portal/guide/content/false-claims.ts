// Texts of staff in which the guide would pass for a person or a doctor, or promise too much.

type Rule = {
  patterns: readonly RegExp[]
  /** Words that make a clause a denial, a condition or a question, which claims nothing. */
  harmless: RegExp
  message: string
}

const denial = /不是|不能|不会|不做|没有|无法|并非|不可能/u

const rules: readonly Rule[] = [
  {
    patterns: [
      /我(?:就)?(?:是|叫)[^，。！？；\n]{0,6}(?:真人|人工|咨询师|治疗师|心理医生|医生|心理师|老师)/u,
      /(?:我|本机|向导)[^，。！？；\n]{0,8}(?:给|为|帮|替|陪)(?:您|你|大家)[^，。！？；\n]{0,6}(?:做|进行|开展|提供)[^，。！？；\n]{0,4}(?:咨询|治疗|疏导|辅导|诊断)/u,
      /(?:我|本机|向导)[^，。！？；\n]{0,8}(?:给|为|帮|替)(?:您|你|大家)[^，。！？；\n]{0,6}(?:建议|出主意|开导|安慰|解忧|排忧)(?!阅读|先看|查看)/u,
      /(?:告诉|跟|和|向|对)我[^，。！？；\n]{0,6}(?:烦恼|心事|心里话|困扰|苦恼|痛苦|委屈)/u,
      /(?:包|保证|一定能|肯定能|就会|就能|百分之百|100%)[^，。！？；\n]{0,4}(?:治好|治愈|康复|痊愈|见效|有效|好起来|好了)|包治|包好/u,
    ],
    harmless: denial,
    message: '站内向导是机器，不做咨询：请不要写成真人或咨询师，也不要承诺建议或疗效',
  },
  {
    patterns: [
      /(?:吃|服用?|加|减)[^，。！？；\n]{0,6}(?:[\d一二两三四五六七八九十半几]+|多|少)(?:片|粒|颗|毫克|mg|包|丸|次药)/iu,
      /(?:多|少|加|减)吃[^，。！？；\n]{0,6}药|停药|断药|加药|减药|换药|停用[^，。！？；\n]{0,6}药/u,
      /(?:典型|明显|轻度|中度|重度)的?[^，。！？；\n]{0,4}(?:抑郁|焦虑|双相|强迫|精神分裂|恐惧|惊恐)/u,
      /(?:您|你|这)[^，。！？；\n]{0,4}(?:是|属于|得了|患了|患有)[^，。！？；\n]{0,6}(?:抑郁|焦虑|双相|强迫|精神分裂|恐惧|惊恐|失眠)(?:症|障碍)/u,
    ],
    harmless: /不|别|勿|医生|医嘱|医院|诊断|如果|假如|要是|患者|家属|吗|怎么|怎样|如何/u,
    message: '站内向导不诊断，也不说怎样用药：请改成“请问医生”，或链接到本站的文章',
  },
  {
    patterns: [
      /绝对保密|完全保密/u,
      /(?:任何人|谁也|谁都|所有人|没有人)[^，。！？；\n]{0,14}(?:看不到|看不见|不知道|不会知道|能看到)/u,
    ],
    harmless: /不是|并非|不能保证|不承诺|除非|除了/u,
    message: '请照实写谁能看到：有人身处危险时，值班人员会按规定查看。请不要写成绝对保密',
  },
  {
    patterns: [
      /保证[^，。！？；\n]{0,12}(?:退款|退费|到账|通过|录取|录用|发表|获奖|批准|拿证)/u,
      /[\d一二三四五六七八九十百]+倍(?:赔偿|赔付)|终身免[会年]?费/u,
    ],
    harmless: denial,
    message: '请不要写保证：写明规定和办理时间就可以',
  },
]

/** @returns why the guide may not say it, or null */
export function findFalseClaim(text: string): string | null {
  const clauses = text.split(/[，。！？；\n]/u)
  const broken = rules.find(({ patterns, harmless }) =>
    clauses.some((clause) => !harmless.test(clause) && patterns.some((pattern) => pattern.test(clause))),
  )
  return broken?.message ?? null
}
