import sys,resource,subprocess,statistics,time
def run(c):
    r0=resource.getrusage(resource.RUSAGE_CHILDREN); t=time.time()
    subprocess.run(c,stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL)
    r1=resource.getrusage(resource.RUSAGE_CHILDREN)
    return r1.ru_utime+r1.ru_stime-r0.ru_utime-r0.ru_stime
