"""Public classifications: what each is made of, and where it comes from.

They were written down by hand and not compared with their sources; what is said of rights is our reading.

Countries: ISO 3166-1 codes by the regions of the United Nations, "Standard country or area codes for statistical use"
(M49), Statistics Division, https://unstats.un.org/unsd/methodology/m49/. Codes and regions
are published. Taiwan, which M49 does not list, stands with Eastern Asia.

Illnesses: the chapters of ICD-10, World Health Organization, https://icd.who.int/browse10, by their ranges of codes.
Only codes and ranges are here, which are facts; the titles of the classification, which are WHO's, are not.

Occupations: ISCO-08, International Labour Organization, Geneva 2012, https://ilostat.ilo.org/methods/: the codes show
the groups by their digits; the names of the ten major groups are quoted with their source.
"""

from __future__ import annotations

REGIONS: dict[str, dict[str, str]] = {
    "Africa": {
        "Northern Africa": "DZ:DZA EG:EGY LY:LBY MA:MAR SD:SDN TN:TUN EH:ESH",
        "Eastern Africa": "IO:IOT BI:BDI KM:COM DJ:DJI ER:ERI ET:ETH TF:ATF KE:KEN MG:MDG MW:MWI MU:MUS YT:MYT MZ:MOZ "
        "RE:REU RW:RWA SC:SYC SO:SOM SS:SSD UG:UGA TZ:TZA ZM:ZMB ZW:ZWE",
        "Middle Africa": "AO:AGO CM:CMR CF:CAF TD:TCD CG:COG CD:COD GQ:GNQ GA:GAB ST:STP",
        "Southern Africa": "BW:BWA SZ:SWZ LS:LSO NA:NAM ZA:ZAF",
        "Western Africa": "BJ:BEN BF:BFA CV:CPV CI:CIV GM:GMB GH:GHA GN:GIN GW:GNB LR:LBR ML:MLI MR:MRT NE:NER NG:NGA "
        "SH:SHN SN:SEN SL:SLE TG:TGO",
    },
    "Americas": {
        "Caribbean": "AI:AIA AG:ATG AW:ABW BS:BHS BB:BRB BQ:BES VG:VGB KY:CYM CU:CUB CW:CUW DM:DMA DO:DOM GD:GRD "
        "GP:GLP HT:HTI JM:JAM MQ:MTQ MS:MSR PR:PRI BL:BLM KN:KNA LC:LCA MF:MAF VC:VCT SX:SXM TT:TTO TC:TCA VI:VIR",
        "Central America": "BZ:BLZ CR:CRI SV:SLV GT:GTM HN:HND MX:MEX NI:NIC PA:PAN",
        "South America": "AR:ARG BO:BOL BV:BVT BR:BRA CL:CHL CO:COL EC:ECU FK:FLK GF:GUF GY:GUY PY:PRY PE:PER GS:SGS "
        "SR:SUR UY:URY VE:VEN",
        "Northern America": "BM:BMU CA:CAN GL:GRL PM:SPM US:USA",
    },
    "Asia": {
        "Central Asia": "KZ:KAZ KG:KGZ TJ:TJK TM:TKM UZ:UZB",
        "Eastern Asia": "CN:CHN HK:HKG MO:MAC KP:PRK JP:JPN MN:MNG KR:KOR TW:TWN",
        "South-eastern Asia": "BN:BRN KH:KHM ID:IDN LA:LAO MY:MYS MM:MMR PH:PHL SG:SGP TH:THA TL:TLS VN:VNM",
        "Southern Asia": "AF:AFG BD:BGD BT:BTN IN:IND IR:IRN MV:MDV NP:NPL PK:PAK LK:LKA",
        "Western Asia": "AM:ARM AZ:AZE BH:BHR CY:CYP GE:GEO IQ:IRQ IL:ISR JO:JOR KW:KWT LB:LBN OM:OMN QA:QAT SA:SAU "
        "PS:PSE SY:SYR TR:TUR AE:ARE YE:YEM",
    },
    "Europe": {
        "Eastern Europe": "BY:BLR BG:BGR CZ:CZE HU:HUN PL:POL MD:MDA RO:ROU RU:RUS SK:SVK UA:UKR",
        "Northern Europe": "AX:ALA DK:DNK EE:EST FO:FRO FI:FIN GG:GGY IS:ISL IE:IRL IM:IMN JE:JEY LV:LVA LT:LTU NO:NOR "
        "SJ:SJM SE:SWE GB:GBR",
        "Southern Europe": "AL:ALB AD:AND BA:BIH HR:HRV GI:GIB GR:GRC VA:VAT IT:ITA MT:MLT ME:MNE MK:MKD PT:PRT SM:SMR "
        "RS:SRB SI:SVN ES:ESP",
        "Western Europe": "AT:AUT BE:BEL FR:FRA DE:DEU LI:LIE LU:LUX MC:MCO NL:NLD CH:CHE",
    },
    "Oceania": {
        "Australia and New Zealand": "AU:AUS CX:CXR CC:CCK HM:HMD NZ:NZL NF:NFK",
        "Melanesia": "FJ:FJI NC:NCL PG:PNG SB:SLB VU:VUT",
        "Micronesia": "GU:GUM KI:KIR MH:MHL FM:FSM NR:NRU MP:MNP PW:PLW UM:UMI",
        "Polynesia": "AS:ASM CK:COK PF:PYF NU:NIU PN:PCN WS:WSM TK:TKL TO:TON TV:TUV WF:WLF",
    },
    "Antarctica": {"Antarctica": "AQ:ATA"},
}  # fmt: skip

CHAPTERS = (
    "A00-B99", "C00-D48", "D50-D89", "E00-E90", "F00-F99", "G00-G99", "H00-H59", "H60-H95", "I00-I99", "J00-J99",
    "K00-K93", "L00-L99", "M00-M99", "N00-N99", "O00-O99", "P00-P96", "Q00-Q99", "R00-R99", "S00-T98", "V01-Y98",
    "Z00-Z99", "U00-U99",
)  # fmt: skip
"""The chapters of ICD-10."""

MAJOR = {
    "0": "Armed forces occupations", "1": "Managers", "2": "Professionals",
    "3": "Technicians and associate professionals", "4": "Clerical support workers", "5": "Service and sales workers",
    "6": "Skilled agricultural, forestry and fishery workers", "7": "Craft and related trades workers",
    "8": "Plant and machine operators, and assemblers", "9": "Elementary occupations",
}  # fmt: skip
"""The major groups of ISCO-08."""
