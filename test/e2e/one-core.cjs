require('node:os').availableParallelism = () => 1
