// Bodies of the association, as published by the secretariat.

/** A body of the association with its sub-bodies. */
export type OrganisationNode = {
  name: string
  duty: string
  children?: readonly OrganisationNode[]
}

export type Organisation = {
  summary: string
  congress: OrganisationNode
  /** The board that reports to the congress, on the same level as the council. */
  supervisoryBoard: OrganisationNode
  committees: readonly { name: string; duty: string }[]
}

export const organisation: Organisation = {
  summary: '会员代表大会是协会的最高权力机构；理事会是其执行机构，对会员代表大会负责；监事会依照章程独立行使监督职权。',
  congress: {
    name: '会员代表大会',
    duty: '制定和修改章程，选举和罢免理事、监事，审议工作报告和财务报告，决定会费标准和终止等重大事宜。',
    children: [
      {
        name: '理事会',
        duty: '执行会员代表大会的决议，选举和罢免负责人，领导各机构开展工作。',
        children: [
          {
            name: '常务理事会',
            duty: '在理事会闭会期间行使章程规定的职权，对理事会负责。',
            children: [
              {
                name: '秘书处',
                duty: '处理协会日常工作，组织实施年度工作计划。',
                children: [
                  { name: '综合办公室', duty: '文秘、档案、财务、信息公开与后勤保障。' },
                  { name: '会员部', duty: '会员发展、入会审核、会费与证书管理、会员服务。' },
                  { name: '学术部', duty: '学术年会、科研课题、论文评审与学术规范。' },
                  { name: '培训部', duty: '继续教育、在线考试、案例督导与师资管理。' },
                  { name: '公益部', duty: '科普宣传、志愿服务、网上心理问答与应急援助协调。' },
                  { name: '组织部', duty: '专业委员会管理、评选表彰与行业自律。' },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
  supervisoryBoard: {
    name: '监事会',
    duty: '监督章程执行、财务收支和负责人履职，列席理事会会议，向会员代表大会报告工作。',
  },
  committees: [
    { name: '青少年心理健康专业委员会', duty: '儿童青少年心理健康研究、学校协作与家庭支持。' },
    { name: '高校心理健康教育专业委员会', duty: '大学生心理健康教育、课程建设与危机预防。' },
    { name: '心理咨询专业委员会', duty: '心理咨询的专业规范、伦理建设与督导培养。' },
    { name: '心身医学专业委员会', duty: '综合医院心身健康的学术研究与多学科协作。' },
    { name: '危机干预与心理援助专业委员会', duty: '热线培训、突发事件心理援助与志愿者队伍建设。' },
    { name: '老年心理健康专业委员会', duty: '老年人心理关爱与照护者支持。' },
    { name: '家庭与妇女儿童心理专业委员会', duty: '婚姻家庭、孕产期和亲子关系的心理支持。' },
    { name: '职业心理健康专业委员会', duty: '职业人群压力管理与员工心理支持。' },
    { name: '睡眠与情绪健康专业委员会', duty: '睡眠与情绪健康的学术交流和科普宣传。' },
    { name: '社区心理服务专业委员会', duty: '社区心理服务规范、基层人员培养与实践推广。' },
  ],
}
