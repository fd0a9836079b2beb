// The twelve counsellors of the demo site, in the order of doctor1 to doctor12, and the domains of the site.

export const domains = [
  '情绪困扰',
  '睡眠问题',
  '亲子关系',
  '婚恋情感',
  '人际关系',
  '职场压力',
  '学业压力',
  '青少年成长',
  '个人成长',
  '哀伤与丧失',
  '老年心理',
  '孕产心理',
] as const
export type DomainName = (typeof domains)[number]

export type SeedCounsellor = {
  department: string
  title: string
  domains: DomainName[]
  yuan: number
  hours: string
  description: string
  training: string[]
  /** Title, number, issuer, and the number of years for which it stays valid. */
  credential: [string, string, string, number]
}

const registered = '中国心理学会临床心理学注册系统'

export const counsellors: readonly SeedCounsellor[] = [
  {
    department: '省精神卫生中心 · 临床心理科',
    title: '主任医师',
    domains: ['情绪困扰', '睡眠问题', '个人成长'],
    yuan: 600,
    hours: '周二、周四 14:00–18:00',
    description:
      '从事临床心理工作二十三年，擅长以认知行为的方法陪伴来访者面对焦虑、低落与长期失眠。相信改变从看清自己的一天开始：几点睡、想什么、做了什么。语速慢，愿意等您把话说完。',
    training: ['医学硕士，主任医师', '认知行为治疗连续培训（三年制）', '失眠的认知行为干预督导师'],
    credential: ['心理治疗师（卫生专业技术资格）', 'XLZL-2009-03217', '省卫生健康委员会', 4],
  },
  {
    department: '省教育心理研究院',
    title: '副研究员',
    domains: ['学业压力', '青少年成长', '亲子关系'],
    yuan: 400,
    hours: '周三 18:00–21:00，周六 9:00–17:00',
    description:
      '长期在中小学做心理支持，熟悉厌学、考试焦虑与同伴冲突。会谈里常请家长一起坐下来，把“不听话”翻译成孩子说不出口的需要。',
    training: ['发展与教育心理学博士', '学校心理危机干预培训', '系统式家庭治疗两年制培训'],
    credential: ['注册心理师', 'X-15-0862', registered, 2],
  },
  {
    department: '心桥咨询中心',
    title: '注册心理师',
    domains: ['婚恋情感', '人际关系', '个人成长'],
    yuan: 450,
    hours: '周一至周五 10:00–19:00',
    description:
      '关注亲密关系里的靠近与疏远，擅长情绪聚焦取向的伴侣会谈。不评判谁对谁错，和您一起听懂争吵背后的那一句“你还在不在乎我”。',
    training: ['应用心理硕士', '情绪聚焦伴侣治疗核心技术培训', '个案时长超过4000小时'],
    credential: ['注册心理师', 'X-17-1305', registered, 3],
  },
  {
    department: '省人民医院 · 心身医学科',
    title: '副主任医师',
    domains: ['情绪困扰', '职场压力', '睡眠问题'],
    yuan: 500,
    hours: '周一、周五 14:00–17:30',
    description:
      '心身医学医师，帮助反复心慌、胃痛、头痛却查不出原因的人理解身体在说什么。也为高强度工作的医护、教师提供减压支持。',
    training: ['医学硕士，副主任医师', '正念减压课程师资培训', '生物反馈治疗师'],
    credential: ['心理治疗师（卫生专业技术资格）', 'XLZL-2014-01188', '省卫生健康委员会', 3],
  },
  {
    department: '省妇幼保健院 · 心理门诊',
    title: '心理治疗师',
    domains: ['孕产心理', '亲子关系', '情绪困扰'],
    yuan: 350,
    hours: '周二至周六 9:00–12:00',
    description:
      '陪伴备孕、孕期与产后的妈妈走过情绪起伏最大的一段路，也欢迎爸爸来。常用的话是：先把自己照顾好，才谈得上照顾孩子。',
    training: ['临床心理学硕士', '围产期心理支持专项培训', '婴儿观察两年制培训'],
    credential: ['心理治疗师（卫生专业技术资格）', 'XLZL-2016-02740', '省卫生健康委员会', 5],
  },
  {
    department: '省级机关心理服务站',
    title: '高级心理咨询师',
    domains: ['职场压力', '人际关系', '个人成长'],
    yuan: 380,
    hours: '工作日 12:00–14:00、18:00–20:30',
    description:
      '曾任企业员工援助项目负责人，熟悉岗位变动、倦怠与上下级沟通中的难题。风格务实，每次会谈结束都会留一件这周可以做的小事。',
    training: ['管理心理学硕士', '焦点解决短期咨询培训', '员工援助师'],
    credential: ['心理咨询师（基础培训合格）', 'XJ-2018-44021', '中国科学院心理研究所', 2],
  },
  {
    department: '师范大学心理健康教育中心',
    title: '副教授',
    domains: ['学业压力', '人际关系', '婚恋情感'],
    yuan: 360,
    hours: '周三、周日 14:00–20:00',
    description:
      '在高校从事心理咨询十六年，熟悉考研、就业、宿舍关系与初次恋爱里的迷茫。喜欢用画和故事帮助不善言辞的同学说出心里话。',
    training: ['应用心理学博士', '表达性艺术治疗两年制培训', '高校危机评估督导'],
    credential: ['注册督导师', 'D-19-0157', registered, 4],
  },
  {
    department: '市第二中学心理中心',
    title: '中学高级教师',
    domains: ['青少年成长', '学业压力', '亲子关系'],
    yuan: 300,
    hours: '周六、周日 9:00–18:00',
    description:
      '从班主任走来的心理老师，懂得初三和高三的味道。帮助孩子把“我不行”拆成一件一件能做的事，也帮助家长少说一句、多听一句。',
    training: ['教育硕士', '青少年认知行为干预培训', '沙盘游戏初级培训'],
    credential: ['心理健康教育教师资格B证', 'JS-2012-00931', '省教育厅', 6],
  },
  {
    department: '安宁疗护中心',
    title: '注册心理师',
    domains: ['哀伤与丧失', '情绪困扰', '老年心理'],
    yuan: 320,
    hours: '周一、周三、周五 9:00–16:00',
    description:
      '陪伴丧亲者与重病患者的家人。哀伤没有时间表，不必急着“走出来”。在这里，您可以慢慢讲那个人的故事，讲多少遍都可以。',
    training: ['医学心理学硕士', '哀伤咨询师培训', '生死教育讲师'],
    credential: ['注册心理师', 'X-18-0441', registered, 1],
  },
  {
    department: '老年大学心理驿站',
    title: '主治医师',
    domains: ['老年心理', '睡眠问题', '哀伤与丧失'],
    yuan: 260,
    hours: '周一至周四 8:30–11:30',
    description:
      '老年精神科医师出身，熟悉退休适应、记忆减退的担忧和空巢后的孤单。会用家常话讲清楚什么是正常的老去，什么时候该去看医生。',
    training: ['医学学士，主治医师', '老年心理评估培训', '怀旧疗法带领者'],
    credential: ['心理治疗师（卫生专业技术资格）', 'XLZL-2011-00563', '省卫生健康委员会', 2],
  },
  {
    department: '心桥咨询中心',
    title: '注册助理心理师',
    domains: ['个人成长', '情绪困扰', '婚恋情感'],
    yuan: 220,
    hours: '周二至周日 13:00–21:00',
    description:
      '年轻、温和，适合第一次走进咨询室的人。关注自我要求过高、讨好与拖延，帮助您找到一种不那么用力也能好好生活的办法。',
    training: ['临床与咨询心理学硕士', '接纳承诺疗法系统培训', '在督导下执业，每周一次'],
    credential: ['注册助理心理师', 'Z-22-2096', registered, 3],
  },
  {
    department: '省军转干部心理服务中心',
    title: '高级心理咨询师',
    domains: ['职场压力', '情绪困扰', '婚恋情感'],
    yuan: 340,
    hours: '周四至周六 14:00–20:00',
    description:
      '参加过多次灾后心理援助，擅长急性压力后的稳定与恢复。话不多，做得多：先学会让身体安静下来，再谈发生过的事。',
    training: ['心理学硕士', '眼动脱敏与再加工初阶培训', '灾难心理援助队骨干'],
    credential: ['心理咨询师（基础培训合格）', 'XJ-2017-30355', '中国科学院心理研究所', 2],
  },
]
