// Members, applicants and former members of the demo site. All are invented.
import type { ApplicationState, ApplicationWarning } from '@xinqiao/contract/membership.ts'

export type Applicant = {
  username: string
  name: string
  gender: '男' | '女'
  phone: string
  organization: string
  title?: string
  education: string
  born: string
  state: ApplicationState
  daysAgo?: number
  reason?: string
  fieldReasons?: Record<string, string>
  warnings?: ApplicationWarning[]
  endsIn?: number
  terms?: number
  introduction?: string
}

/** member1 has not applied. Some others wait for a review, so that reviewers have work. */
export const applicants: readonly Applicant[] = [
  {
    username: 'member2',
    name: '李书涵',
    gender: '男',
    phone: '13800000202',
    organization: '省师范大学心理学院',
    title: '讲师',
    education: '博士',
    born: '1991-06-12',
    state: 'submitted',
    daysAgo: 4,
  },
  {
    username: 'member3',
    name: '张清和',
    gender: '女',
    phone: '13800000203',
    organization: '市第三中学',
    title: '一级教师',
    education: '硕士',
    born: '1988-09-25',
    state: 'approved',
    daysAgo: 9,
  },
  {
    username: 'member4',
    name: '陈以南',
    gender: '男',
    phone: '13800000204',
    organization: '省立第一医院心身医学科',
    title: '主治医师',
    education: '硕士',
    born: '1985-02-14',
    state: 'joined',
    daysAgo: 180,
    endsIn: 190,
    introduction: '睡眠障碍与躯体化症状的综合干预，开展巴林特小组工作。',
  },
  {
    username: 'member5',
    name: '刘见山',
    gender: '男',
    phone: '13800000205',
    organization: '见山文化传播工作室',
    education: '本科',
    born: '1993-11-03',
    state: 'rejected',
    daysAgo: 20,
    reason: '所填从业经历与心理卫生工作没有直接关系，暂不符合入会条件。参加相关培训或服务后欢迎再次申请。',
  },
  {
    username: 'member6',
    name: '赵晚晴',
    gender: '女',
    phone: '13800000206',
    organization: '城南社区卫生服务中心',
    title: '主管护师',
    education: '本科',
    born: '1982-04-08',
    state: 'joined',
    daysAgo: 860,
    endsIn: -130,
    terms: 2,
  },
  {
    username: 'applicant1',
    name: '何知微',
    gender: '女',
    phone: '13800000301',
    organization: '省精神卫生中心',
    title: '住院医师',
    education: '硕士',
    born: '1996-01-19',
    state: 'submitted',
    daysAgo: 18,
  },
  {
    username: 'applicant2',
    name: '罗恒之',
    gender: '男',
    phone: '13800000302',
    organization: '理工大学学生工作部',
    education: '硕士',
    born: '1990-07-30',
    state: 'submitted',
    daysAgo: 7,
    warnings: ['otherGender'],
  },
  {
    username: 'applicant3',
    name: '邓若兰',
    gender: '女',
    phone: '13800000303',
    organization: '市妇幼保健院',
    title: '副主任医师',
    education: '博士',
    born: '1979-12-02',
    state: 'approved',
    daysAgo: 6,
  },
  {
    username: 'applicant4',
    name: '孟怀瑜',
    gender: '男',
    phone: '13800000304',
    organization: '安心社会工作服务中心',
    education: '本科',
    born: '1994-05-17',
    state: 'returned',
    daysAgo: 6,
    reason: '请补充单位全称并上传简历',
    fieldReasons: { organization: '请填写营业执照或登记证书上的单位全称', resumeUrl: '请上传能说明从业经历的简历' },
  },
  {
    username: 'applicant5',
    name: '尹思远',
    gender: '男',
    phone: '13800000305',
    organization: '省中医药大学附属医院',
    title: '主治医师',
    education: '博士',
    born: '1987-08-21',
    state: 'submitted',
    daysAgo: 1,
  },
]

type Colleague = { name: string; gender: '男' | '女'; organization: string; introduction?: string }

const hospital = '省精神卫生中心'
const college = '省师范大学心理学院'

/** Members from the register before this site, who have no account yet. */
export const colleagues: readonly Colleague[] = [
  { name: '蒋文澜', gender: '女', organization: hospital, introduction: '青少年情绪障碍，家庭治疗取向。' },
  { name: '冯建业', gender: '男', organization: '市第四人民医院' },
  { name: '沈一鸣', gender: '男', organization: college, introduction: '心理测量与学校心理健康普查方法。' },
  { name: '韩雪吟', gender: '女', organization: '城东实验小学' },
  { name: '杨柏年', gender: '男', organization: '省疾病预防控制中心' },
  { name: '朱晓棠', gender: '女', organization: '省立第一医院', introduction: '围产期情绪支持，接受转介。' },
  { name: '秦致远', gender: '男', organization: '理工大学心理健康教育中心' },
  { name: '许如意', gender: '女', organization: '市第三中学', introduction: '考试焦虑与学习困难辅导。' },
  { name: '吕长庚', gender: '男', organization: '退役军人服务中心' },
  { name: '施曼青', gender: '女', organization: hospital },
  { name: '张伯言', gender: '男', organization: '省中医药大学附属医院' },
  { name: '孔令仪', gender: '女', organization: '财经大学', introduction: '团体辅导带领与督导。' },
  { name: '曹景行', gender: '男', organization: '市急救中心' },
  { name: '严采薇', gender: '女', organization: '和风心理咨询中心', introduction: '哀伤辅导，安宁疗护志愿服务。' },
  { name: '华远山', gender: '男', organization: '省监狱管理局教育处' },
  { name: '金素心', gender: '女', organization: '市妇幼保健院' },
  { name: '魏子衿', gender: '女', organization: college },
  { name: '陶然', gender: '男', organization: '城西社区卫生服务中心', introduction: '社区精神康复与家属支持小组。' },
  { name: '姜亦舒', gender: '女', organization: '省特殊教育学校', introduction: '孤独症谱系儿童家庭支持。' },
  { name: '戚明轩', gender: '男', organization: '市公安局' },
  { name: '谢婉清', gender: '女', organization: '省立第二医院' },
  { name: '邹鲁', gender: '男', organization: '铁路局职工医院' },
  { name: '喻思齐', gender: '女', organization: '市第一中学' },
  { name: '柏雪松', gender: '男', organization: hospital, introduction: '成瘾行为干预与戒断期心理支持。' },
  { name: '水清扬', gender: '女', organization: '青年志愿者协会心理服务队' },
  { name: '窦章', gender: '男', organization: '职业技术学院' },
  { name: '云间月', gender: '女', organization: '老年大学', introduction: '老年抑郁识别与照护者减压。' },
  { name: '苏长风', gender: '男', organization: '省立第一医院' },
  { name: '潘玉润', gender: '女', organization: '市第七中学' },
  { name: '葛生', gender: '男', organization: '矿业集团工会' },
  { name: '奚若水', gender: '女', organization: college },
  { name: '范思成', gender: '男', organization: '市第四人民医院' },
  { name: '彭雅言', gender: '女', organization: '省图书馆' },
  { name: '郎朗清', gender: '男', organization: '省疾病预防控制中心' },
  { name: '鲁西月', gender: '女', organization: '外国语学校' },
  { name: '韦应川', gender: '男', organization: '省立第二医院' },
]

export const units: readonly { name: string; representative: string; isCouncil: boolean; introduction: string }[] = [
  {
    name: '省精神卫生中心',
    representative: '蒋文澜',
    isCouncil: true,
    introduction: '三级甲等精神专科医院，承担全省精神卫生技术指导与人员培训。',
  },
  {
    name: '省师范大学心理学院',
    representative: '沈一鸣',
    isCouncil: true,
    introduction: '应用心理学人才培养与研究，承办学术年会分会场。',
  },
  {
    name: '安心社会工作服务中心',
    representative: '孟怀瑜',
    isCouncil: false,
    introduction: '社区心理服务与志愿者培训。',
  },
  {
    name: '市第三中学',
    representative: '许如意',
    isCouncil: false,
    introduction: '省级心理健康教育特色学校。',
  },
]
